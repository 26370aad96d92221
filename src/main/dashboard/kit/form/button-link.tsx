import { Link } from "../../base/link.tsx";
import { usePageExists } from "../../base/project.ts";
import { Icon, type IconName } from "../icon.tsx";

export type Variant = "plain" | "main" | "quiet" | "danger";

interface LinkProps {
  to: string;
  query?: Record<string, string | undefined>;
  variant?: Variant;
  icon?: IconName;
  children: React.ReactNode;
}

/** A link that looks like a button; nothing where there is no such page. */
export function ButtonLink({ variant = "plain", icon, children, ...rest }: LinkProps) {
  if (!usePageExists()(rest.to)) return null;
  return (
    <Link {...rest} className={`button button-${variant}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
