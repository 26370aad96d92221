import { t } from "../base/words.ts";
import type { FullProject } from "./api.ts";
import { languages } from "./languages.ts";

/** The settings of a project for who may not change them. */
export function ProjectFacts({ project }: { project: FullProject }) {
  const lines: [string, string][] = [
    [t("settings.project.name"), project.name],
    [
      t("settings.project.language"),
      languages().find((each) => each.id === project.language)?.label ?? project.language,
    ],
    [t("settings.project.tracking"), t(`settings.tracking.${project.tracking}`)],
  ];
  return (
    <dl>
      {lines.map(([label, value]) => (
        <div key={label} className="settings-line">
          <dt className="soft">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
