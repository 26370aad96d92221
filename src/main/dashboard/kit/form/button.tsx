import { Button as AriaButton, type ButtonProps } from "react-aria-components/Button";
import type { Variant } from "./button-link.tsx";
import { Icon, type IconName } from "../icon.tsx";

export { ButtonLink } from "./button-link.tsx";

interface Props extends Omit<ButtonProps, "className" | "style" | "children"> {
  variant?: Variant;
  icon?: IconName;
  children?: React.ReactNode;
}

/** A button. "main" is the one act of a page, "quiet" has no frame, "danger" deletes. Without text, give aria-label. */
export function Button({ variant = "plain", icon, children, isPending = false, ...rest }: Props) {
  // Not as the library's own isPending: that leaves an unnamed image in the live region, which screen readers would come upon.
  const pendingProps: ButtonProps = isPending ? { "aria-disabled": true, type: "button", onPress: () => {} } : {};
  return (
    <AriaButton {...rest} {...pendingProps} className={`button button-${variant}${children ? "" : " button-icon"}`}>
      {isPending ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}
