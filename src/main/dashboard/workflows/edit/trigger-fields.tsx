import { useId, useMemo } from "react";
import { useAnswer } from "../../base/data.ts";
import { t } from "../../base/words.ts";
import { Select } from "../../kit/form/choice.tsx";
import { Field } from "../../kit/form/field.tsx";
import { PlainField } from "../../kit/form/plain-field.tsx";
import { EventField } from "./event-field.tsx";
import type { SettingsDraft } from "./settings-draft.ts";

interface Props {
  draft: SettingsDraft;
  onChange: (change: Partial<SettingsDraft>) => void;
}

/** Edits the trigger of a workflow: an event, a schedule, or a call. */
export function TriggerFields({ draft, onChange }: Props) {
  const { triggerType } = draft;
  return (
    <>
      <Select
        label={t("workflows.trigger")}
        name="triggerType"
        value={triggerType}
        options={(["EVENT", "SCHEDULE", "MANUAL"] as const).map((id) => ({ id, label: t(`workflows.trigger.${id}`) }))}
        onChange={(next) => onChange({ triggerType: next })}
      />
      {triggerType === "EVENT" && (
        <EventField
          name="triggerConfig.eventName"
          label={t("workflows.event")}
          hint={t("workflows.eventHint")}
          value={draft.eventName}
          onChange={(eventName) => onChange({ eventName })}
        />
      )}
      {triggerType === "SCHEDULE" && <Schedule draft={draft} onChange={onChange} />}
      {triggerType === "MANUAL" && <p className="hint">{t("workflows.manualHint")}</p>}
    </>
  );
}

function Schedule({ draft, onChange }: Props) {
  const zones = useMemo(() => ["UTC", ...Intl.supportedValuesOf("timeZone")], []);
  const list = useId();
  return (
    <>
      <div className="workflows-pair">
        <Field
          label={t("workflows.when")}
          name="triggerConfig.schedule"
          hint={t("workflows.whenHint")}
          value={draft.schedule}
          onChange={(schedule) => onChange({ schedule })}
          isRequired
          mono
        />
        <PlainField
          label={t("workflows.timeZone")}
          name="triggerConfig.timeZone"
          hint={t("workflows.timeZoneHint")}
          value={draft.timeZone}
          list={list}
          autoComplete="off"
          onChange={({ target }) => onChange({ timeZone: target.value })}
        />
        <datalist id={list}>
          {zones.map((each) => <option key={each} value={each} />)}
        </datalist>
      </div>
      <SegmentChoice draft={draft} onChange={onChange} />
    </>
  );
}

/** Everybody, in the place of an id. */
const ALL = "all";

function SegmentChoice({ draft, onChange }: Props) {
  const segments = useAnswer("/segments", undefined, { topics: ["segment"] });
  const known = Array.isArray(segments.data) ? segments.data : [];
  return (
    <Select
      label={t("workflows.whom")}
      name="triggerConfig.segmentId"
      value={draft.segmentId || ALL}
      options={[{ id: ALL, label: t("workflows.whomAll") }, ...known.map(({ id, name }) => ({ id, label: name }))]}
      onChange={(id) => onChange({ segmentId: id === ALL ? "" : id })}
    />
  );
}
