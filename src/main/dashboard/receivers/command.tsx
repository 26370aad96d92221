import { useState } from "react";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Site } from "./site.ts";

export type Act = "pause" | "resume" | "try-now";

const MINUTES = ["15", "60", "360", "1440", "10080"] as const;
const ALL = "all";

interface Props {
  act: Act;
  site: Site;
  onClose: () => void;
}

/** Asks before a site is paused, resumed or tried: for how long, why, and from which source. */
export function Command({ act, site, onClose }: Props) {
  return (
    <Dialog title={t(`receivers.${act}Title`, { site: site.name })} isOpen onClose={onClose}>
      <CommandForm act={act} site={site} onClose={onClose} />
    </Dialog>
  );
}

function CommandForm({ act, site, onClose }: Props) {
  const [source, setSource] = useState(ALL);
  const [minutes, setMinutes] = useState("60");
  const options = {
    refreshes: ["/receivers"],
    onDone: () => {
      onClose();
      showToast(t(`receivers.${act}Done`));
    },
  };
  const acts = {
    pause: useChange("post", "/receivers/pause", options),
    resume: useChange("post", "/receivers/resume", options),
    "try-now": useChange("post", "/receivers/try-now", options),
  };
  const change = acts[act];
  const send = ({ reason }: Record<string, string>) =>
    change.mutate({
      body: {
        site: site.name,
        ...(source !== ALL && { source }),
        ...(act === "pause" && { minutes: Number(minutes), ...(reason && { reason }) }),
      },
    });
  return (
    <Form label={t(`receivers.${act}`)} error={change.error} onSubmit={send}>
      <p>{t(`receivers.${act}Text`)}</p>
      {act === "pause" && (
        <>
          <Select
            label={t("receivers.minutes")}
            value={minutes}
            onChange={setMinutes}
            options={MINUTES.map((id) => ({ id, label: t(`receivers.for.${id}`) }))}
          />
          <Field
            name="reason"
            label={t("receivers.why")}
            hint={t("receivers.whyHint")}
            maxLength={500}
            autoComplete="off"
          />
        </>
      )}
      {site.sources.length > 1 && (
        <Select
          label={t("receivers.source")}
          value={source}
          onChange={setSource}
          options={[
            { id: ALL, label: t("receivers.everySource") },
            ...site.sources.map((each) => ({ id: each.source, label: each.source })),
          ]}
        />
      )}
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button type="submit" variant="main" isPending={change.isPending}>{t(`receivers.${act}`)}</Button>
      </div>
    </Form>
  );
}
