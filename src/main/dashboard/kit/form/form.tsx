import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { FailureNote } from "../failure.tsx";
import { Typed } from "./typed.ts";
import { areShown, byField, FieldErrors, fieldsOf, focusFirstError, useLeaveGuard } from "./form-errors.ts";

export { useLeaveGuard };

interface Props<N extends string> {
  /** Gets the values of the fields that have these names. */
  onSubmit: (values: Record<N, string>) => void;
  /** The error of the last attempt; errors of fields are shown at the fields, the rest above the form. */
  error?: Error | null;
  /** True when leaving the page would lose something. */
  unsaved?: boolean;
  label?: string;
  children: React.ReactNode;
}

/** A form whose fields show the server's errors by their name; the first of them is focused. <Form<"email"> onSubmit={({ email }) => …}> */
export function Form<N extends string>({ onSubmit, error, unsaved = false, label, children }: Props<N>) {
  const form = useRef<HTMLFormElement>(null);
  const fields = fieldsOf(error);
  const [changed, setChanged] = useState<{ since: typeof error; names: string[] }>({ since: error, names: [] });
  const changedNames = changed.since === error ? changed.names : [];
  const sentences = useMemo(() => byField(fields.filter(({ field }) => !changedNames.includes(field))), [
    error,
    changed,
  ]);
  useLeaveGuard(unsaved);
  const notifyTyped = useContext(Typed);
  useEffect(() => {
    if (error) focusFirstError(form.current);
  }, [error]);
  return (
    <form
      ref={form}
      className="form"
      aria-label={label}
      onInput={({ target }) => {
        notifyTyped();
        const { name } = target as HTMLInputElement;
        if (sentences[name]) setChanged({ since: error, names: [...changedNames, name] });
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<N, string>);
      }}
    >
      {error && <FailureNote error={error} hidesFields={areShown(form.current, fields)} />}
      <FieldErrors value={sentences}>{children}</FieldErrors>
    </form>
  );
}
