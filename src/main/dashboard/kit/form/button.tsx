import { Button as AriaButton, type ButtonProps } from "react-aria-components/Button";
import type { Look } from "./button-link.tsx";
import { Icon, type IconName } from "../icon.tsx";

export { ButtonLink } from "./button-link.tsx";

interface Props extends Omit<ButtonProps, "className" | "style" | "children"> {
  look?: Look;
  icon?: IconName;
  children?: React.ReactNode;
}

/** A button. "main" is the one act of a page, "quiet" has no frame, "danger" deletes. Without text, give aria-label. */
export function Button({ look = "plain", icon, children, isPending = false, ...rest }: Props) {
  // Not as the library's own isPending: that leaves an unnamed image in the live region, which screen readers would come upon.
  const held: ButtonProps = isPending ? { "aria-disabled": true, type: "button", onPress: () => {} } : {};
  return (
    <AriaButton {...rest} {...held} className={`button button-${look}${children ? "" : " button-icon"}`}>
      {isPending ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}
