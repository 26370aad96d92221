import { useState } from "react";
import { isStatus } from "../base/errors.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import type { ConflictProps as Props, State } from "./props.ts";

/** Shows what somebody else has saved meanwhile beside what was to be saved, and lets one choose. */
export function Choice({ error, labels, isPending = false, onKeep, onUseStored }: Props) {
  const [closed, setClosed] = useState<Error>();
  if (!isStatus(error, 409) || !("current" in error.details) || closed === error) return null;
  const current = error.details.current as State;
  const sent = error.details.sent as State;
  const version = error.details.version as number;
  const names = Object.keys(labels).filter((name) => name in sent && textOf(sent[name]) !== textOf(current[name]));
  return (
    <Dialog title={t("conflict.title")} isOpen size="wide" onClose={() => setClosed(error)}>
      <p>{t("conflict.text")}</p>
      {names.length === 0 && <p className="soft">{t("conflict.same")}</p>}
      {names.length > 0 && (
        <div className="conflict" tabIndex={0} role="group" aria-label={t("conflict.title")}>
          <table>
            <thead>
              <tr>
                <td />
                <th scope="col">{t("conflict.mine")}</th>
                <th scope="col">{t("conflict.theirs")}</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{labels[name]}</th>
                  <td>{textOf(sent[name]) || "–"}</td>
                  <td>{textOf(current[name]) || "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="dialog-actions">
        <Button onPress={() => onUseStored(version)}>{t("conflict.take")}</Button>
        <Button variant="main" isPending={isPending} onPress={() => onKeep(sent, version)}>
          {t("conflict.keep")}
        </Button>
      </div>
    </Dialog>
  );
}

/** A value as text: objects as JSON with one member a line; nothing for none. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "conflict.yes" : "conflict.no");
  return typeof value === "object" ? JSON.stringify(sorted(value), null, 1) : String(value);
}

/** The same with members in the order of their names, so that equal values are equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => one.localeCompare(other)).map((
      [name, each],
    ) => [name, sorted(each)]),
  );
}
