import { useMemo, useRef, useState } from "react";
import { base } from "../../base/address.ts";
import { refresh, useChange } from "../../base/data.ts";
import { ApiError, isStatus } from "../../base/errors.ts";
import { t } from "../../base/words.ts";
import { Conflict, isConflict } from "../../conflict/conflict.tsx";
import { Button } from "../../kit/form/button.tsx";
import { FailureNote, Note } from "../../kit/failure.tsx";
import { Form } from "../../kit/form/form.tsx";
import { showToast } from "../../kit/toast.tsx";
import Editor from "../../writing/editor.tsx";
import type { Whole } from "../api.ts";
import { useBasis } from "./basis.ts";
import { codeOf } from "./code-text.ts";
import { type Finding, findingOfSyntax, Findings, findingsOf, findingsOfStored } from "./findings.tsx";

/** The steps and transitions of a workflow as code, saved all at once. */
export default function Code({ workflow }: { workflow: Whole }) {
  const [revision, setRevision] = useState(0);
  return <CodeForm key={revision} workflow={workflow} onUseStored={() => setRevision(revision + 1)} />;
}

/** @param onUseStored shows the stored state */
function CodeForm({ workflow, onUseStored }: { workflow: Whole; onUseStored: () => void }) {
  const stored = codeOf(workflow);
  const [text, setText] = useState(stored);
  const [saved, setSaved] = useState(stored);
  const [syntax, setSyntax] = useState<Finding>();
  const [position, setPosition] = useState<{ offset: number }>();
  const sent = useRef("");
  const unsaved = text !== saved;
  const show = (code: string) => {
    setText(code);
    setSaved(code);
  };
  const basis = useBasis(workflow, stored, unsaved, () => show(stored));
  const save = useChange("put", "/workflows/{id}/graph", {
    refreshes: ["/workflows"],
    onDone: (whole) => {
      const code = codeOf(whole);
      basis.current = { version: whole.draftVersion, state: code };
      show(code);
      showToast(t("workflows.code.saved"));
    },
  });
  const send = () => {
    try {
      const body = JSON.parse(text);
      sent.current = text;
      setSyntax(undefined);
      save.mutate({ path: { id: workflow.id }, body, ifMatch: basis.current.version });
    } catch (error) {
      save.reset();
      setSyntax(findingOfSyntax(text, error as Error));
    }
  };
  const conflict = useMemo(() => compared(save.error, sent.current), [save.error]);
  const findings = syntax ? [syntax] : findingsOf(sent.current, save.error);
  const isAnswer = findings.length > 0;
  return (
    <div className="stack">
      <Form onSubmit={send} unsaved={unsaved}>
        <p className="soft">
          {t("workflows.code.about")} <a href={`${base}/docs/operations/replaceGraph`}>{t("workflows.code.how")}</a>
        </p>
        <Findings
          text={syntax ? text : isAnswer ? sent.current : text}
          findings={isAnswer || unsaved ? findings : findingsOfStored(text, workflow)}
          title={isAnswer ? t("workflows.code.refused") : titleOf(workflow)}
          isAnswer={isAnswer}
          onGo={(offset) => setPosition({ offset })}
        />
        <Failed error={save.error} />
        {/* The text stays as it is until the answer comes, whose ids it takes. */}
        <div inert={save.isPending}>
          <Editor
            label={t("workflows.code.label")}
            hint={t("writing.leaveHint")}
            value={text}
            onChange={setText}
            position={position}
          />
        </div>
        {workflow.enabled && unsaved && <Note>{t("workflows.atOnce")}</Note>}
        <div className="form-actions">
          <Button variant="main" type="submit" isPending={save.isPending}>{t("workflows.save")}</Button>
          {unsaved && <span className="soft">{t("workflows.unsaved")}</span>}
        </div>
      </Form>
      <Conflict
        error={conflict}
        isPending={save.isPending}
        labels={{ code: t("workflows.code.label") }}
        onKeep={(_, version) => {
          basis.current.version = version;
          send();
        }}
        onUseStored={async () => {
          await refresh("/workflows");
          onUseStored();
        }}
      />
    </div>
  );
}

/** The title above the problems of the stored workflow. */
function titleOf({ enabled, problems }: Whole) {
  if (problems.every(({ severity }) => severity === "WARNING")) return t("workflows.code.warnings");
  return t(enabled ? "workflows.code.notLive" : "workflows.code.problems");
}

/** The refusal of an old version with both states as code. */
function compared(error: Error | null, sent: string): Error | null {
  if (!isConflict(error)) return null;
  const { current, version } = (error as ApiError).details;
  const details = { version, current: { code: codeOf(current as Whole) }, sent: { code: sent } };
  return new ApiError(409, { error: { details } }, undefined);
}

/** A refusal that is about no offset in the text. */
function Failed({ error }: { error: Error | null }) {
  if (!error || isConflict(error) || (isStatus(error, 422) && error.fields.length > 0)) return null;
  return isStatus(error, 404) && error.code !== "WORKFLOW_NOT_FOUND"
    ? <Note tone="bad">{error.message}</Note>
    : <FailureNote error={error} />;
}
