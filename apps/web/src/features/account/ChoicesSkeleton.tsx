import { Skeleton } from '../../ui/Void.tsx';

/** Stands where the choices will be, while their script and they themselves are fetched. */
export function ChoicesSkeleton() {
  return (
    <div className="choices-bones" aria-busy>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} width="100%" height="28px" />
      ))}
    </div>
  );
}
