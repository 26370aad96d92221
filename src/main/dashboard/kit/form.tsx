import { useEffect, useRef } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { FailureNote } from "./failure.tsx";
import { byField, fieldsOf, focusFirstError, known, useLeaveGuard } from "./form-errors.ts";

export { useLeaveGuard };

interface Props {
  onSubmit: (values: Record<string, string>) => void;
  /** What the last attempt ended in; errors at fields are shown there, the rest above the form. */
  error?: Error | null;
  /** True when leaving the page would lose something. */
  unsaved?: boolean;
  label?: string;
  children: React.ReactNode;
}

/** A form whose fields show the server's errors by their name; the first of them is focused. */
export function Form({ onSubmit, error, unsaved = false, label, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const fields = fieldsOf(error);
  useLeaveGuard(unsaved);
  useEffect(() => {
    if (error) focusFirstError(form.current);
  }, [error]);
  return (
    <AriaForm
      ref={form}
      className="form"
      aria-label={label}
      validationErrors={byField(fields)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
      }}
    >
      {error && <FailureNote error={error} fieldsElsewhere={known(form.current, fields)} />}
      {children}
    </AriaForm>
  );
}
