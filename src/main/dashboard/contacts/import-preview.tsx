import type { Answer } from "../base/api.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Count, Figure, Figures } from "../kit/chart/number.tsx";
import type { Tone } from "../kit/statuses.ts";
import { textOf } from "./api.ts";
import { RowErrors } from "./row-errors.tsx";

type Preview = Answer<"/contacts/import/preview", "post">;
type Effect = "new" | "changed" | "unchanged" | "repeated" | "invalid";

const EFFECT_TO_TONE: Record<Effect, Tone> = {
  new: "good",
  changed: "info",
  unchanged: "plain",
  repeated: "watch",
  invalid: "bad",
};

/** Shows the effects of the import before anything is written: counts over the whole file, its first rows, and the rows it cannot use. */
export function ImportPreview({ preview }: { preview: Preview }) {
  return (
    <section className="stack" aria-labelledby="preview">
      <div>
        <h2 id="preview">{t("contacts.previewTitle")}</h2>
        <p className="soft">{t("contacts.previewText")}</p>
      </div>
      <Figures>
        <Figure label={t("contacts.rows")}>
          <Count value={preview.totalRows} />
        </Figure>
        <Figure label={t("contacts.effect.new")}>
          <Count value={preview.newCount} />
        </Figure>
        <Figure label={t("contacts.effect.changed")}>
          <Count value={preview.changedCount} />
        </Figure>
        <Figure label={t("contacts.effect.unchanged")}>
          <Count value={preview.unchangedCount} />
        </Figure>
        <Figure label={t("contacts.effect.invalid")}>
          <Count value={preview.invalidCount} />
        </Figure>
        <Figure label={t("contacts.rowsOptedOut")} hint={t("contacts.rowsOptedOutHint")}>
          <Count value={preview.optedOutCount} />
        </Figure>
      </Figures>
      <Remarks preview={preview} />
      <Rows preview={preview} />
      <RowErrors errors={preview.errors} count={preview.invalidCount} />
    </section>
  );
}

/** Effects that are rare, and matter when they come. */
function Remarks({ preview }: { preview: Preview }) {
  const remarks = [
    preview.repeatedCount > 0 && t("contacts.previewRepeated", { count: preview.repeatedCount }),
    preview.resubscribedCount > 0 && t("contacts.previewResubscribed", { count: preview.resubscribedCount }),
    preview.unsubscribedCount > 0 && t("contacts.previewUnsubscribed", { count: preview.unsubscribedCount }),
    preview.suppressedCount > 0 && t("contacts.previewSuppressed", { count: preview.suppressedCount }),
  ].filter((each) => each !== false);
  return remarks.length > 0
    ? <ul className="contacts-remarks">{remarks.map((each) => <li key={each}>{each}</li>)}</ul>
    : null;
}

function Rows({ preview }: { preview: Preview }) {
  const fields = preview.columns.map((column) => column.becomes)
    .filter((name, at, all) => !["email", "subscribed", "status", "ignore"].includes(name) && all.indexOf(name) === at);
  return (
    <div className="sheet-flush contacts-preview" tabIndex={0} role="region" aria-label={t("contacts.firstRows")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("contacts.rowNumber")}</th>
            <th scope="col">{t("contacts.email")}</th>
            <th scope="col">{t("contacts.effect")}</th>
            <th scope="col">{t("contacts.subscription")}</th>
            {fields.map((name) => <th key={name} scope="col">{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.row}>
              <td className="soft">{row.row}</td>
              <td>{row.email || "–"}</td>
              <td>
                <Badge tone={EFFECT_TO_TONE[row.effect as Effect] ?? "plain"}>
                  {t(`contacts.effect.${row.effect as Effect}`)}
                </Badge>
              </td>
              <td>{wordOf(row.subscribed)}</td>
              {fields.map((name) => <td key={name}>{textOf((row.data as Record<string, unknown>)[name]) || "–"}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function wordOf(subscribed: boolean | null | undefined) {
  if (subscribed === null || subscribed === undefined) return "–";
  return subscribed ? t("status.SUBSCRIBED") : t("status.UNSUBSCRIBED");
}
