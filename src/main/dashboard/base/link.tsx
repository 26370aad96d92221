import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { go } from "./address.ts";
import { usePageExists, useRouter } from "./project.ts";

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** "contacts/7" below the project, "/account" below the application. */
  to: string;
  query?: Record<string, string | undefined>;
}

/** A link to a page of ours: shown without loading, and a plain link for a new tab. Plain text where there is no such page. */
export function Link({ to, query, onClick, ...rest }: Props) {
  const target = useRouter().address(to, query);
  const exists = usePageExists();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    ) {
      return;
    }
    event.preventDefault();
    go(target);
  };
  if (!exists(to)) return <span className={rest.className}>{rest.children}</span>;
  return <a {...rest} href={target} onClick={follow} />;
}
