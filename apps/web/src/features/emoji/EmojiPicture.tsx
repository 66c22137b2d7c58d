import { useState } from 'react';
import type { EmojiVariant } from './emoji-entry.ts';

const broken = new Set<string>();

/** An emoji's picture; one that cannot be shown falls back to the text that it stands for (specification 8). */
export function EmojiPicture({ emoji, place, size }: { emoji: EmojiVariant; place: string; size: number }) {
  const address = `${place}/${emoji.code}.svg`;
  const [failed, setFailed] = useState<string>();
  if (failed === address || broken.has(address)) {
    return (
      <span className="emoji-text" style={{ fontSize: size }} aria-hidden="true">
        {emoji.native}
      </span>
    );
  }
  return (
    <img
      // Until the next picture is there, the last one would stand for it.
      key={address}
      src={address}
      alt=""
      width={size}
      height={size}
      draggable={false}
      onError={() => {
        broken.add(address);
        setFailed(address);
      }}
    />
  );
}
