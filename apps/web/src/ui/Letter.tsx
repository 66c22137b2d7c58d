import './letter.css';

interface LetterProps {
  /** Names the frame. */
  title: string;
  /** A whole mail, as it is sent. */
  html: string;
}

/** A mail as its reader would see it: on white paper, in a sandboxed frame without scripts; links lead nowhere. */
export function Letter({ title, html }: LetterProps) {
  const source = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>${paper}</style>${html}`;
  return <iframe className="letter" title={title} sandbox="allow-same-origin" srcDoc={source} />;
}

const paper = 'html{background:#fff;color:#111}body{margin:16px;overflow-wrap:anywhere}img{max-width:100%}';
