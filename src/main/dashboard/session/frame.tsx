import { useEffect } from "react";

interface Props {
  title: string;
  about?: React.ReactNode;
  children: React.ReactNode;
}

/** A page before signing in: a heading, a sentence, a form. */
export function Frame({ title, about, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);
  return (
    <div className="entry">
      <div className="stack-small">
        <h1>{title}</h1>
        {about && <p className="soft">{about}</p>}
      </div>
      {children}
    </div>
  );
}
