import { createContext, type FormEvent, useEffect, useRef } from "react";
import { FailureNote } from "./failure.tsx";
import { byField, fieldsOf, focusFirstError, known } from "./form-errors.ts";

interface Props {
  onSubmit: (values: Record<string, string>) => void;
  /** What the last attempt ended in; errors at fields are shown there, the rest above the form. */
  error?: Error | null;
  label: string;
  children: React.ReactNode;
}

/** The server's sentences on the fields of a form, by the fields' names. */
export const FormErrorsContext = createContext<Record<string, string[]>>({});

/** A form of plain fields: what Form is, without the library of controls. */
export function PlainForm({ onSubmit, error, label, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const fields = fieldsOf(error);
  useEffect(() => {
    if (error) focusFirstError(form.current);
  }, [error]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  return (
    <form ref={form} className="form" aria-label={label} onSubmit={submit}>
      {error && <FailureNote error={error} fieldsElsewhere={known(form.current, fields)} />}
      <FormErrorsContext value={byField(fields)}>{children}</FormErrorsContext>
    </form>
  );
}
