import type { ButtonHTMLAttributes } from "react";
import type { Variant } from "./button-link.tsx";
import { Icon, type IconName } from "../icon.tsx";

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "onClick"> {
  variant?: Variant;
  icon?: IconName;
  isPending?: boolean;
  onPress?: (() => void) | undefined;
}

/** A button that needs no library of controls: for pages before signing in, which have to be light, and for what they share. */
export function PlainButton({ variant = "plain", icon, isPending = false, onPress, children, type, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={isPending ? "button" : type ?? "button"}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onPress}
      className={`button button-${variant}${children ? "" : " button-icon"}`}
    >
      {isPending ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
