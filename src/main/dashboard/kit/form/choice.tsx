import { Button } from "react-aria-components/Button";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { Switch as AriaSwitch, type SwitchProps } from "react-aria-components/Switch";
import { useFieldError } from "./form-errors.ts";
import { Icon } from "../icon.tsx";

export interface Option<T extends string = string> {
  id: T;
  label: string;
  hint?: string;
}

interface SelectProps<T extends string> {
  label: string;
  options: Option<T>[];
  value: string | null;
  onChange: (id: T) => void;
  name?: string;
  /** The label is read but not shown. */
  hideLabel?: boolean;
  placeholder?: string;
  isDisabled?: boolean;
}

/** One of some choices. */
export function Select<T extends string>(
  { label, options, value, onChange, name, hideLabel, placeholder, isDisabled }: SelectProps<T>,
) {
  const error = useFieldError(name);
  const choose = (key: unknown) => {
    const chosen = options.find(({ id }) => id === key);
    if (chosen) onChange(chosen.id);
  };
  return (
    <AriaSelect
      {...error.props}
      className="field"
      value={value}
      onChange={choose}
      name={name}
      placeholder={placeholder}
      isDisabled={isDisabled ?? false}
    >
      <Label className={hideLabel ? "unseen" : "label"}>{label}</Label>
      <Button className="input select-button">
        <SelectValue className="truncated grow">
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <Icon name="down" size={14} />
      </Button>
      <FieldError className="field-error">{error.sentence}</FieldError>
      <Popover className="popover popover-list">
        <ListBox className="menu" items={options}>
          {(option) => (
            <ListBoxItem className="menu-item" id={option.id} textValue={option.label}>
              <span className="grow">
                {option.label}
                {option.hint && <span className="menu-hint">{option.hint}</span>}
              </span>
              <span className="menu-check">
                <Icon name="check" size={14} />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** A box to tick. */
export function Checkbox(
  { children, ...rest }: Omit<CheckboxProps, "className" | "children"> & { children: React.ReactNode },
) {
  return (
    <AriaCheckbox {...rest} className="checkbox">
      <span className="checkbox-box">
        <Icon name={rest.isIndeterminate ? "minus" : "check"} size={14} />
      </span>
      {children}
    </AriaCheckbox>
  );
}

/** On or off, at once. */
export function Switch(
  { children, ...rest }: Omit<SwitchProps, "className" | "children"> & { children: React.ReactNode },
) {
  return (
    <AriaSwitch {...rest} className="switch">
      <span className="switch-track" />
      {children}
    </AriaSwitch>
  );
}
