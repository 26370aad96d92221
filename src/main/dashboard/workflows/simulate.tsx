import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Checkbox, Select } from "../kit/form/choice.tsx";
import { Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import type { Whole } from "./api.ts";
import { fieldsOf } from "./simulation.ts";
import { Simulated } from "./simulated.tsx";

/** Leads one contact, or one that is made up, through the steps in thought: nothing is sent and nothing is kept. */
export function Simulate({ workflow }: { workflow: Whole }) {
  const [contactSource, setContactSource] = useState<"contact" | "invented">("invented");
  const [subscribed, setSubscribed] = useState(true);
  const [draft, setDraft] = useState(!workflow.enabled);
  const [problem, setProblem] = useState<string>();
  const run = useChange("post", "/workflows/{id}/simulate", { refreshes: ["/nothing"] });
  const [email, setEmail] = useState("");
  const contact = useContact(email.trim(), contactSource === "contact");
  const send = (values: Record<string, string>) => {
    const data = fieldsOf(values.data ?? "");
    const events = (values.events ?? "").split(/[\n,]+/).map((name) => name.trim()).filter(Boolean);
    setProblem(undefined);
    if (data === undefined) return setProblem(t("workflows.sim.badData"));
    if (contactSource === "contact" && !contact) return setProblem(t("workflows.sim.noContact"));
    run.mutate({
      path: { id: workflow.id },
      body: {
        ...(contactSource === "contact"
          ? { contactId: contact!.id }
          : { contact: { ...(email.trim() ? { email: email.trim() } : {}), subscribed, data } }),
        events: events.map((name, at) => ({ name, after: (at + 1) * 60 })),
        draft,
      },
    });
  };
  return (
    <div className="workflows-split">
      <section className="sheet">
        <Form onSubmit={send} error={run.error}>
          <p className="soft">{t("workflows.sim.about")}</p>
          <Select
            label={t("workflows.sim.who")}
            value={contactSource}
            options={(["invented", "contact"] as const).map((id) => ({ id, label: t(`workflows.sim.who.${id}`) }))}
            onChange={setContactSource}
          />
          <Field
            label={t("workflows.sim.email")}
            name="email"
            hint={contactSource === "invented" ? t("workflows.sim.emailHint") : contact?.email}
            value={email}
            onChange={setEmail}
          />
          {contactSource === "invented" && (
            <>
              <Checkbox isSelected={subscribed} onChange={setSubscribed}>{t("workflows.sim.subscribed")}</Checkbox>
              <Field label={t("workflows.sim.data")} name="data" hint={t("workflows.sim.dataHint")} lines={3} mono />
            </>
          )}
          <Field label={t("workflows.sim.events")} name="events" hint={t("workflows.sim.eventsHint")} lines={2} />
          <Checkbox isSelected={draft} onChange={setDraft}>{t("workflows.sim.draft")}</Checkbox>
          {problem && <Note tone="watch">{problem}</Note>}
          <div>
            <Button variant="main" type="submit" icon="play" isPending={run.isPending}>{t("workflows.sim.run")}</Button>
          </div>
        </Form>
      </section>
      <div aria-live="polite">
        {run.data
          ? <Simulated simulation={run.data} workflow={workflow} />
          : <p className="soft">{t("workflows.sim.none")}</p>}
      </div>
    </div>
  );
}

/** The contact with exactly this address, once it is found. */
function useContact(email: string, enabled: boolean) {
  const condition = JSON.stringify({
    operator: "AND",
    conditions: [{ field: "email", operator: "equals", value: email.toLowerCase() }],
  });
  const found = useAnswer("/contacts", { query: { condition, limit: 1 } }, {
    enabled: enabled && email.includes("@"),
  });
  // Until the answer about this address is there, that about the one before stands in.
  return found.isPlaceholderData ? undefined : found.data?.data[0];
}
