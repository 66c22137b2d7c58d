import type { Enrolled, OwnSecondFactor } from '@bellhop/contract';

/** What a part of the panel needs to change something. */
export interface FactorWork {
  own: OwnSecondFactor;
  isBusy: boolean;
  /** Makes a change, asking first who it is where needed; what the server refuses is told under the title of the part. */
  change: <T>(part: FactorPart, make: () => Promise<T>) => Promise<T | undefined>;
  problem: (part: FactorPart) => string | undefined;
  onEnrolled: (enrolled: Enrolled) => void;
}
export type FactorPart = 'totp' | 'passkeys' | 'codes';

/** Why the server did not do it. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="factor-refusal">
      {text && <p className="error">{text}</p>}
    </div>
  );
}
