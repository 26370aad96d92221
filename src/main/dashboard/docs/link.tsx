import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { go } from "../base/address.ts";
import { docsHref } from "./route.ts";

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** A path below /docs. */
  to: string;
}

/** A link to another page of the documentation: shown without loading, and a plain link for a new tab. */
export function DocsLink({ to, onClick, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(docsHref(to));
  };
  return <a {...rest} href={docsHref(to)} onClick={follow} />;
}
