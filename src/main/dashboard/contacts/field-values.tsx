import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { confirmLeaving, discardChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Icon } from "../kit/icon.tsx";
import { showToast } from "../kit/toast.tsx";
import { type Contact, textOf } from "./api.ts";
import { typeWord } from "./field-types.ts";
import { guessedType, typedText, valueOf } from "./values.ts";

/** The fields of a contact, each edited in its place; an emptied one is taken off the contact. */
export function FieldValues({ contact }: { contact: Contact }) {
  const [edited, setEdited] = useState<string>();
  const open = (name: string) => {
    if (name === edited || !confirmLeaving()) return;
    discardChanges();
    setEdited(name);
  };
  const names = Object.keys(contact.data).sort((one, other) => one.localeCompare(other));
  return (
    <section className="sheet stack-small contacts-values" aria-labelledby="fields">
      <div className="spread">
        <h2 id="fields">{t("app.page.fields")}</h2>
        <Button variant="quiet" icon="plus" onPress={() => open("")}>{t("contacts.addField")}</Button>
      </div>
      {names.length === 0 && edited === undefined && <p className="soft">{t("contacts.noValues")}</p>}
      {edited === "" && <Editor contact={contact} name="" text="" onDone={() => setEdited(undefined)} />}
      <dl className="contacts-list">
        {names.map((name) => (
          <div key={name}>
            <dt className="soft small">{name}</dt>
            {edited === name
              ? (
                <dd>
                  <Editor
                    contact={contact}
                    name={name}
                    text={typedText(contact.data[name])}
                    onDone={() => setEdited(undefined)}
                  />
                </dd>
              )
              : (
                <dd>
                  <button
                    type="button"
                    className="contacts-edit"
                    onClick={() => open(name)}
                    aria-label={t("contacts.editField", { name })}
                  >
                    <span className="contacts-text">{textOf(contact.data[name])}</span>
                    <Icon name="edit" size={14} />
                  </button>
                </dd>
              )}
          </div>
        ))}
      </dl>
    </section>
  );
}

interface EditorProps {
  contact: Contact;
  /** Empty for a new field. */
  name: string;
  text: string;
  onDone: () => void;
}

function Editor({ contact, name, text, onDone }: EditorProps) {
  const [field, setField] = useState(name);
  const [value, setValue] = useState(text);
  const [chosen, setChosen] = useState<string>();
  const fields = useAnswer("/contacts/fields");
  const known = fields.data?.fields.find((each) => each.field === `data.${field.trim()}`);
  const before = contact.data[field.trim()];
  const type = known?.type ?? (before === undefined ? chosen ?? guessedType(value) : typeof before);
  const change = useChange("patch", "/contacts/{id}", {
    refreshes: ["/contacts"],
    onDone: () => {
      discardChanges();
      showToast(t("contacts.saved"));
      onDone();
    },
  });
  const save = () =>
    change.mutate({
      path: { id: contact.id },
      body: { data: { [field.trim()]: valueOf(value, type, before) } },
    });
  const isNew = !name && !known && before === undefined;
  return (
    <Form
      onSubmit={save}
      error={change.error}
      unsaved={field !== name || value !== text}
      label={name || t("contacts.addField")}
    >
      {!name && (
        <Field
          label={t("contacts.fieldName")}
          name="field"
          isRequired
          autoFocus
          value={field}
          onChange={setField}
        />
      )}
      <Field
        label={name ? t("contacts.valueOf", { name }) : t("contacts.value")}
        name="value"
        value={value}
        onChange={setValue}
        autoFocus={Boolean(name)}
        hint={[known && typeWord(type), name && t("contacts.emptyRemoves")].filter(Boolean).join(" · ")}
      />
      {isNew && (
        <Select
          label={t("contacts.fieldType")}
          value={type}
          options={["string", "number", "boolean"].map((id) => ({ id, label: typeWord(id) }))}
          onChange={setChosen}
        />
      )}
      <div className="row-wrap">
        <Button
          variant="main"
          type="submit"
          isPending={change.isPending}
          isDisabled={fields.isPending && !fields.error}
        >
          {t("contacts.save")}
        </Button>
        <Button onPress={onDone}>{t("kit.cancel")}</Button>
      </div>
    </Form>
  );
}
