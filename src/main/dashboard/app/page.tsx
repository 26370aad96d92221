import { useEffect } from "react";
import { Link } from "../base/link.tsx";

interface Props {
  title: string;
  /** Beside the title: what can be done here. */
  actions?: React.ReactNode;
  /** A short remark or a status under the title. */
  about?: React.ReactNode;
  /** The list this page belongs to: a label and a path. */
  above?: { label: string; to: string };
  children: React.ReactNode;
}

/** The frame of a page: its title in the tab and as the one h1, what leads back, what can be done. */
export function Page({ title, actions, about, above, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="grow">
          {above && <Link className="page-above" to={above.to}>{above.label}</Link>}
          <h1>{title}</h1>
          {about && <div className="soft page-about">{about}</div>}
        </div>
        {actions && <div className="row-wrap">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
