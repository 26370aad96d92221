import { useId } from "react";
import { useEventNames } from "../../conditions/known.ts";
import { PlainField } from "../../kit/form/plain-field.tsx";

interface Props {
  name: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

/** The name of an event: one there was already, or one that is yet to come. */
export function EventField({ onChange, ...rest }: Props) {
  const names = useEventNames();
  const list = useId();
  return (
    <>
      <PlainField
        {...rest}
        isRequired
        list={list}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {names.map((each) => <option key={each} value={each} />)}
      </datalist>
    </>
  );
}
