import { useEffect, useId, useRef, useState } from "react";
import { base } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Note } from "../kit/failure.tsx";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { AnswerView } from "./answer-view.tsx";
import { callOf, problemOf, type Values } from "./call.ts";
import { useTryKey } from "./key.ts";
import { KeyField } from "./key-field.tsx";
import { bodyOf, type Operation } from "./openapi.ts";
import { ParameterFields } from "./parameter-fields.tsx";
import { type Outcome, perform } from "./perform.ts";

interface Props {
  operation: Operation;
  values: Values;
  onChange: (values: Values) => void;
}

/** A form that really calls this server, and shows what it answers. */
export function Try({ operation, values, onChange }: Props) {
  const { own, demo } = useTryKey();
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef<AbortController>(undefined);
  const [problem, setProblem] = useState("");
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => () => running.current?.abort(), []);
  const needsKey = (operation.security ?? []).length > 0;
  const isRunning = outcome?.isRunning === true;
  useEffect(() => {
    if (outcome?.isRunning === false) answer.current?.scrollIntoView({ block: "nearest" });
  }, [outcome?.isRunning]);
  const send = () => {
    const found = problemOf(operation, values);
    setProblem(found ? t(`docs.problem.${found.kind}`, { name: found.name }) : "");
    if (found) return;
    const control = running.current = new AbortController();
    const call = callOf(operation, values, base, needsKey ? own || demo : undefined);
    void perform(call, values.file, control.signal, setOutcome);
  };
  return (
    <section className="docs-try sheet stack" aria-label={t("docs.try")}>
      <h2>{t("docs.try")}</h2>
      {needsKey && <KeyField />}
      <ParameterFields operation={operation} values={values} onChange={onChange} />
      <BodyField operation={operation} values={values} onChange={onChange} />
      {problem && (
        <Note tone="bad">
          <span role="alert">{problem}</span>
        </Note>
      )}
      <div className="row-wrap">
        <PlainButton
          variant={operation.method === "delete" ? "danger" : "main"}
          icon="send"
          isPending={isRunning}
          disabled={needsKey && !own && !demo}
          onPress={send}
        >
          {t("docs.send", { method: operation.method.toUpperCase() })}
        </PlainButton>
        {isRunning && <PlainButton icon="stop" onPress={() => running.current?.abort()}>{t("docs.stop")}</PlainButton>}
      </div>
      <p className="small soft">{t("docs.tryText")}</p>
      <div ref={answer}>{outcome && <AnswerView outcome={outcome} />}</div>
    </section>
  );
}

function BodyField({ operation, values, onChange }: Props) {
  const id = useId();
  const body = bodyOf(operation);
  if (!body) return null;
  if (body.type.startsWith("multipart")) {
    return (
      <div className="field">
        <label className="label" htmlFor={id}>{t("docs.file")}</label>
        <input id={id} type="file" onChange={(event) => onChange({ ...values, file: event.target.files?.[0] })} />
      </div>
    );
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>{t("docs.body")}</label>
      <textarea
        id={id}
        className="input input-mono"
        rows={Math.min(16, Math.max(3, values.body.split("\n").length))}
        spellCheck={false}
        value={values.body}
        onChange={(event) => onChange({ ...values, body: event.target.value })}
      />
    </div>
  );
}
