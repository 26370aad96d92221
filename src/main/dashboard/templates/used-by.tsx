import { useAnswer } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Loaded } from "../kit/states.tsx";
import type { Usage } from "./api.ts";

/** The campaigns and workflows that send the template. */
export function UsedBy({ id }: { id: string }) {
  const usage = useAnswer("/templates/{id}/usage", { path: { id } }, {
    topics: ["campaign", "workflow"],
  });
  return (
    <section className="sheet stack-small" aria-labelledby="used">
      <h2 id="used">{t("templates.usedBy")}</h2>
      <Loaded query={usage} lines={2}>{(usage: Usage) => <Uses usage={usage} />}</Loaded>
    </section>
  );
}

export function Uses({ usage }: { usage: Usage }) {
  const uses = [
    ...usage.campaigns.map((use) => ({ to: `campaigns/${use.id}`, name: use.name })),
    ...usage.workflowSteps.map((use) => ({
      to: `workflows/${use.workflowId}`,
      name: [use.workflowName, use.name].filter(Boolean).join(" · ") || t("app.page.workflow"),
    })),
  ];
  return uses.length === 0 ? <p className="soft">{t("templates.notUsed")}</p> : (
    <ul className="note-list">
      {uses.map((use, at) => (
        <li key={use.to + at}>
          <Link to={use.to}>{use.name}</Link>
        </li>
      ))}
    </ul>
  );
}
