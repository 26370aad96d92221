import { useEffect, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { t } from "../base/words.ts";
import { Button } from "./form/button.tsx";
import { FailureNote } from "./failure.tsx";
import { Typed } from "./form/typed.ts";

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: "wide" | "top";
  /** True when only its buttons close it, because it shows what is not shown again. */
  isPersistent?: boolean;
  children: React.ReactNode;
}

/**
 * A window above the page; Escape and a click beside it close it, and the focus goes back to where it was. Once something is typed
 * into a form of it, only its buttons do.
 */
export function Dialog({ title, isOpen, onClose, size, isPersistent = false, children }: Props) {
  const [isTyped, setTyped] = useState(false);
  useEffect(() => setTyped(false), [isOpen]);
  const isLocked = isPersistent || isTyped;
  return (
    <ModalOverlay
      className="modal-back"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isLocked}
      isKeyboardDismissDisabled={isLocked}
    >
      <Modal className={`modal${size ? ` modal-${size}` : ""}`}>
        <AriaDialog className="dialog">
          <Heading slot="title" level={2}>{title}</Heading>
          <Typed value={() => setTyped(true)}>{children}</Typed>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps extends Omit<Props, "size"> {
  action: string;
  isDanger?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
  error?: Error | null;
  onConfirm: () => void;
}

/** Asks before something is done that cannot be undone; the children say what exactly it does. */
export function Confirm(
  { action, isDanger, isPending = false, isDisabled = false, error, onConfirm, children, ...rest }: ConfirmProps,
) {
  return (
    <Dialog {...rest}>
      <div className="stack-small">{children}</div>
      {error && <FailureNote error={error} />}
      <div className="dialog-actions">
        <Button onPress={rest.onClose}>{t("kit.cancel")}</Button>
        <Button
          variant={isDanger ? "danger" : "main"}
          isPending={isPending}
          isDisabled={isDisabled}
          onPress={onConfirm}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
