import { useEffect, useState } from "react";
import { formatBytes } from "../base/format.ts";
import { useAnswer, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Checkbox, type Option, Select } from "../kit/form/choice.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { type FieldInfo, plainName } from "./api.ts";
import { ImportPreview } from "./import-preview.tsx";
import { type CsvSample, guess } from "./csv-sample.ts";

interface Props {
  csv: CsvSample;
  onOther: () => void;
  onStarted: (job: string) => void;
}

/** The columns of a chosen file, each with what it becomes, and the button that starts the import. */
export function ImportColumns({ csv, onOther, onStarted }: Props) {
  const [mapping, setMapping] = useState(() => guess(csv.header));
  const [resubscribe, setResubscribe] = useState(false);
  const [proof, setProof] = useState("");
  const fields = useAnswer("/contacts/fields");
  const known = (fields.data?.fields ?? []).filter((field: FieldInfo) => field.isCustom)
    .map((field: FieldInfo) => plainName(field.field));
  const start = useChange("post", "/contacts/import", {
    refreshes: ["/contacts/import"],
    onDone: (job: { jobId: string }) => onStarted(job.jobId),
  });
  const preview = useChange("post", "/contacts/import/preview", { refreshes: ["/contacts/import/preview"] });
  const hasAddress = Object.values(mapping).includes("email");
  const form = formOf(csv.file, mapping, resubscribe ? proof : undefined);
  // A preview of other columns or another consent says nothing.
  useEffect(() => preview.reset(), [mapping, resubscribe, proof]);
  return (
    <div className="stack">
      <div className="spread">
        <p>
          <strong>{csv.file.name}</strong> <span className="soft">{formatBytes(csv.file.size)}</span>
        </p>
        <Button onPress={onOther}>{t("contacts.otherFile")}</Button>
      </div>
      <section className="sheet stack" aria-labelledby="columns">
        <div>
          <h2 id="columns">{t("contacts.columnsTitle")}</h2>
          <p className="soft">{t("contacts.columnsText")}</p>
        </div>
        <ul role="list" className="contacts-mapping">
          {csv.header.map((name, at) => (
            <li key={name + at}>
              <div className="stack-small contacts-sample">
                <strong className="truncated">{name || t("contacts.unnamed")}</strong>
                <span className="soft small truncated">
                  {csv.rows.map((row) => row[at]).filter(Boolean).slice(0, 3).join(" · ") || "–"}
                </span>
              </div>
              <Select
                label={t("contacts.becomes", { name })}
                hideLabel
                value={mapping[name] ?? name}
                options={optionsFor(name, known)}
                onChange={(meaning) => setMapping({ ...mapping, [name]: meaning })}
              />
            </li>
          ))}
        </ul>
        {!hasAddress && <Note tone="watch">{t("contacts.noAddress")}</Note>}
      </section>
      <section className="sheet stack" aria-labelledby="consent">
        <h2 id="consent">{t("contacts.consentTitle")}</h2>
        <p>{t("contacts.consentText")}</p>
        <Checkbox isSelected={resubscribe} onChange={setResubscribe}>{t("contacts.resubscribe")}</Checkbox>
        {resubscribe && (
          <Field
            label={t("contacts.proof")}
            hint={t("contacts.proofHint")}
            lines={2}
            value={proof}
            onChange={setProof}
            isRequired
          />
        )}
      </section>
      {preview.error && <FailureNote error={preview.error} />}
      {preview.data ? <ImportPreview preview={preview.data} /> : (
        <div className="row-wrap">
          <Button
            variant="main"
            icon="search"
            isDisabled={!hasAddress || (resubscribe && proof.trim().length < 10)}
            isPending={preview.isPending}
            onPress={() => preview.mutate({ body: form })}
          >
            {t("contacts.preview")}
          </Button>
        </div>
      )}
      {start.error && <FailureNote error={start.error} />}
      {preview.data && (
        <div className="row-wrap">
          <Button
            variant="main"
            icon="upload"
            isDisabled={preview.data.invalidCount === preview.data.totalRows}
            isPending={start.isPending}
            onPress={() => start.mutate({ body: form })}
          >
            {t("contacts.startImport")}
          </Button>
        </div>
      )}
    </div>
  );
}

function formOf(file: File, mapping: Record<string, string>, proof: string | undefined) {
  const form = new FormData();
  form.set("mapping", JSON.stringify(mapping));
  if (proof !== undefined) {
    form.set("resubscribe", "true");
    form.set("proof", proof);
  }
  form.set("file", file);
  return form;
}

/** A column is the address, the subscription, a status of another tool, a known or a new field, or left out. */
function optionsFor(name: string, known: string[]): Option[] {
  const standard: Option[] = [
    { id: "email", label: t("contacts.email") },
    { id: "subscribed", label: t("contacts.subscription"), hint: t("contacts.subscriptionHint") },
    { id: "status", label: t("contacts.otherStatus"), hint: t("contacts.otherStatusHint") },
  ];
  const reserved = ["email", "subscribed", "status", "ignore"];
  const fields = [...known, ...(name && !known.includes(name) ? [name] : [])]
    .filter((field) => !reserved.includes(field))
    .map((field) => ({
      id: field,
      label: known.includes(field) ? t("contacts.asField", { name: field }) : t("contacts.asNewField", { name: field }),
    }));
  return [...standard, ...fields, { id: "ignore", label: t("contacts.leaveOut") }];
}
