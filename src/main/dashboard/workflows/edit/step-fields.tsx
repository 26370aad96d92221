import { useState } from "react";
import { t } from "../../base/words.ts";
import { Select } from "../../kit/form/choice.tsx";
import { Field } from "../../kit/form/field.tsx";
import type { StepType } from "../api.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { EmailFields } from "./email-fields.tsx";
import { EventField } from "./event-field.tsx";
import { fieldsOf } from "../simulation.ts";
import { Amount } from "./span-field.tsx";
import { type Config, type ConfigProps as Props, linesOf, secondsOf, spanOf, updatesOf } from "./step-config.ts";

/** The settings of a step of any kind but the trigger. */
export function StepFields({ type, ...props }: Props & { type: StepType }) {
  switch (type) {
    case "SEND_EMAIL":
      return <EmailFields {...props} />;
    case "DELAY":
      return <Amount label={t("workflows.set.howLong")} name="config.amount" value={props.config} {...props} />;
    case "WAIT_FOR_EVENT":
      return <WaitFields {...props} />;
    case "CONDITION":
      return <ConditionFields {...props} />;
    case "WEBHOOK":
      return <WebhookFields {...props} />;
    case "UPDATE_CONTACT":
      return <UpdateFields {...props} />;
    default:
      return (
        <Field
          label={t("workflows.set.reason")}
          name="config.reason"
          hint={t("workflows.set.reasonHint")}
          value={props.config.reason ?? ""}
          onChange={(reason) => props.onChange({ reason })}
        />
      );
  }
}

function WaitFields({ config, onChange }: Props) {
  const [span, setSpan] = useState<Config>(() => config.timeout ? spanOf(Number(config.timeout)) : { unit: "days" });
  const change = (part: Config) => {
    const next = { ...span, ...part };
    setSpan(next);
    onChange({ timeout: typeof next.amount === "number" ? secondsOf(next.amount, next.unit) : next.amount });
  };
  return (
    <>
      <EventField
        name="config.eventName"
        label={t("workflows.event")}
        value={config.eventName ?? ""}
        onChange={(eventName) => onChange({ eventName })}
      />
      <Amount
        label={t("workflows.set.atMost")}
        name="config.timeout"
        hint={t("workflows.set.atMostHint")}
        value={span}
        onChange={change}
      />
    </>
  );
}

function WebhookFields({ config, onChange }: Props) {
  return (
    <>
      <div className="workflows-method">
        <Select
          label={t("workflows.set.method")}
          name="config.method"
          value={config.method ?? "POST"}
          options={["GET", "POST", "PUT", "PATCH", "DELETE"].map((id) => ({ id, label: id }))}
          onChange={(method) => onChange({ method })}
        />
        <Field
          label={t("workflows.set.url")}
          name="config.url"
          isRequired
          placeholder="https://"
          hint={String(config.url ?? "").includes("***") && t("workflows.set.masked")}
          value={config.url ?? ""}
          onChange={(url) => onChange({ url })}
        />
      </div>
      <p className="hint">{t("workflows.set.webhookHint")}</p>
    </>
  );
}

function UpdateFields({ config, onChange }: Props) {
  const [lines, setLines] = useState(() => linesOf(updatesOf(config)));
  return (
    <>
      <Field
        label={t("workflows.set.updates")}
        name="config.updates"
        hint={fieldsOf(lines) ? t("workflows.sim.dataHint") : t("workflows.sim.badData")}
        lines={3}
        mono
        value={lines}
        onChange={(text) => {
          setLines(text);
          // Lines that are none go to the server, which refuses them: nothing is left out in silence.
          onChange({ updates: fieldsOf(text) ?? text, data: undefined });
        }}
      />
      <Select
        label={t("workflows.set.subscription")}
        name="config.subscriptionAction"
        value={config.subscriptionAction ?? "none"}
        options={(["none", "subscribe", "unsubscribe"] as const).map((id) => ({
          id,
          label: t(`workflows.set.subscription.${id}`),
        }))}
        onChange={(subscriptionAction) => onChange({ subscriptionAction })}
      />
    </>
  );
}
