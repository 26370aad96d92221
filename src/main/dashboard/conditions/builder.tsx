import { useState } from "react";
import { t } from "../base/words.ts";
import { EMPTY, type Group, isComplete, isGroup, newCondition, type Node } from "./filter.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { ConditionRow } from "./condition.tsx";
import { type Known, useKnown } from "./known.ts";
import { sentenceOfFilter } from "./sentence.ts";

interface Props {
  value: Group;
  onChange: (value: Group) => void;
}

/** Conditions with a sentence below that says the same. */
export function Builder({ value, onChange }: Props) {
  const [isUsed, setUsed] = useState(false);
  const known = useKnown(isUsed || JSON.stringify(value).includes('"segment.'));
  const onUse = () => setUsed(true);
  return (
    <div className="stack-small" onPointerEnter={onUse} onFocus={onUse}>
      <GroupBox group={value} known={known} onChange={onChange} level={1} />
      <p className="conditions-sentence">
        {isComplete(value) ? sentenceOfFilter(value, known.segments) : t("conditions.incomplete")}
      </p>
    </div>
  );
}

/** The deepest group the buttons make; what is deeper already is shown. */
const MAX_DEPTH = 3;

interface GroupProps {
  group: Group;
  known: Known;
  level: number;
  onChange: (group: Group) => void;
  onRemove?: () => void;
}

function GroupBox({ group, known, level, onChange, onRemove }: GroupProps) {
  const replace = (at: number, node: Node | undefined) =>
    onChange({
      ...group,
      conditions: node ? group.conditions.with(at, node) : group.conditions.filter((_, each) => each !== at),
    });
  const add = (node: Node) => onChange({ ...group, conditions: [...group.conditions, node] });
  const removable = group.conditions.length > 1 || onRemove !== undefined;
  const remove = (at: number) => group.conditions.length === 1 ? onRemove?.() : replace(at, undefined);
  return (
    <div className="conditions-group" role="group" aria-label={t("conditions.group")}>
      <div className="row-wrap">
        <Select
          label={t("conditions.match")}
          hideLabel
          value={group.operator}
          options={[{ id: "AND" as const, label: t("conditions.all") }, {
            id: "OR" as const,
            label: t("conditions.any"),
          }]}
          onChange={(operator) => onChange({ ...group, operator })}
        />
        {onRemove && (
          <Button
            variant="quiet"
            icon="close"
            aria-label={t("conditions.removeGroup")}
            onPress={onRemove}
          />
        )}
      </div>
      {group.conditions.map((node, at) =>
        isGroup(node)
          ? (
            <GroupBox
              key={at}
              group={node}
              known={known}
              level={level + 1}
              onChange={(next) => replace(at, next)}
              onRemove={() => replace(at, undefined)}
            />
          )
          : (
            <ConditionRow
              key={at}
              condition={node}
              known={known}
              onChange={(next) => replace(at, next)}
              onRemove={removable ? () => remove(at) : undefined}
            />
          )
      )}
      <div className="row-wrap">
        <Button variant="quiet" icon="plus" onPress={() => add(newCondition("email", "email"))}>
          {t("conditions.add")}
        </Button>
        {level < MAX_DEPTH && (
          <Button
            variant="quiet"
            icon="plus"
            onPress={() => add({ ...EMPTY, operator: group.operator === "AND" ? "OR" : "AND" })}
          >
            {t("conditions.addGroup")}
          </Button>
        )}
      </div>
    </div>
  );
}
