import { useState } from 'react';
import { initials } from '../lib/format.ts';
import { classNames } from './class-names.ts';
import './avatar.css';

interface AvatarProps {
  first_name: string;
  last_name?: string;
  avatar_url?: string | null;
  size?: 20 | 28 | 32 | 40 | 72;
  /** Plum instead of paper: one of us, not a customer. */
  isUs?: boolean;
  /** Dot at the corner: green, amber or grey. Say its meaning in words nearby. */
  dot?: 'good' | 'warn' | 'off';
}

/** A picture, else the initials. It is decoration: the name stands beside it or in the parent's label. */
export function Avatar({ first_name, last_name = '', avatar_url, size = 32, isUs, dot }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const hasPicture = avatar_url && avatar_url !== brokenUrl;
  return (
    <span className={classNames('avatar', size !== 32 && `avatar-${size}`, isUs && 'is-us')} aria-hidden="true">
      {hasPicture ? (
        <img src={avatar_url} alt="" loading="lazy" onError={() => setBrokenUrl(avatar_url)} />
      ) : (
        initials(first_name, last_name)
      )}
      {dot && <Dot tone={dot} />}
    </span>
  );
}

/** A dot of meaning: always beside a word or in a labelled control. */
export function Dot({ tone }: { tone: 'good' | 'warn' | 'off' }) {
  return <span className={classNames('dot', tone !== 'off' && `is-${tone}`)} />;
}
