import { useRef, useState } from "react";
import { useCurrentProject, useHasRole } from "../app/session.tsx";
import { changedValues } from "../base/changed-values.ts";
import { useAnswer, useChange } from "../base/data.ts";
import { formatDay } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { CopyButton } from "../kit/copy.tsx";
import { Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { Loaded } from "../kit/states.tsx";
import { showToast } from "../kit/toast.tsx";
import { isBeingReset, suspendedText } from "../server/suspension.ts";
import type { FullProject } from "./api.ts";
import { Danger } from "./danger.tsx";
import { ProjectFacts } from "./project-facts.tsx";
import { SettingsPage } from "./frame.tsx";
import { languages } from "./languages.ts";

const MODES = ["ENABLED", "DISABLED", "MARKETING_ONLY"] as const;

/** Name, language and tracking of the project; below, what ends it. */
export default function ProjectSettings() {
  const current = useCurrentProject();
  const projects = useAnswer("/users/@me/projects", undefined, { topics: ["project"] });
  return (
    <SettingsPage part="settings">
      <Loaded query={projects} lines={6}>
        {(all) => {
          const project = all.find((each) => each.id === current?.id);
          return project && <Parts key={project.id} project={project} />;
        }}
      </Loaded>
    </SettingsPage>
  );
}

function Parts({ project }: { project: FullProject }) {
  const isAdmin = useHasRole("ADMIN");
  const isOwner = useHasRole("OWNER");
  return (
    <>
      {project.disabled && !isBeingReset(project.disabledReason) && (
        <Note tone="bad" action={<ButtonLink to="security">{t("settings.project.seeSecurity")}</ButtonLink>}>
          {suspendedText(project.disabledReason)}
        </Note>
      )}
      <section className="sheet">
        {isAdmin ? <Change project={project} /> : <ProjectFacts project={project} />}
      </section>
      <section className="sheet">
        <div className="settings-line">
          <div className="grow">
            <b>{t("settings.project.id")}</b>
            <p className="hint">{t("settings.created")} {formatDay(project.createdAt)}</p>
          </div>
          <span className="row">
            <code className="truncated">{project.id}</code>
            <CopyButton text={project.id} label={t("settings.copyOf", { label: t("settings.project.id") })} />
          </span>
        </div>
      </section>
      {isOwner && <Danger project={project} />}
    </>
  );
}

function Change({ project }: { project: FullProject }) {
  const [shown, setShown] = useState({ name: project.name, language: project.language, tracking: project.tracking });
  const [saved, setSaved] = useState(shown);
  const sent = useRef(shown);
  const set = <N extends keyof typeof shown>(name: N) => (value: (typeof shown)[N]) =>
    setShown((shown) => ({ ...shown, [name]: value }));
  const change = useChange("patch", "/users/@me/projects/{id}", {
    onDone: () => {
      setSaved(sent.current);
      showToast(t("settings.saved"));
    },
  });
  const changes = changedValues(shown, saved);
  const unsaved = Object.keys(changes).length > 0;
  const save = () => {
    sent.current = shown;
    change.mutate({ path: { id: project.id }, body: changes });
  };
  return (
    <Form
      label={t("settings.project")}
      error={change.error}
      unsaved={unsaved}
      onSubmit={save}
    >
      <div className="form settings-form">
        <Field
          name="name"
          label={t("settings.project.name")}
          value={shown.name}
          onChange={set("name")}
          maxLength={100}
          isRequired
        />
        <Select
          label={t("settings.project.language")}
          value={shown.language}
          onChange={set("language")}
          options={languages(project.language)}
        />
        <p className="hint">{t("settings.project.languageHint")}</p>
        <Select
          label={t("settings.project.tracking")}
          value={shown.tracking}
          onChange={set("tracking")}
          options={MODES.map((mode) => ({
            id: mode,
            label: t(`settings.tracking.${mode}`),
            hint: t(`settings.tracking.${mode}.hint`),
          }))}
        />
        <div className="form-actions">
          <Button type="submit" variant="main" isDisabled={!unsaved} isPending={change.isPending}>
            {t("settings.save")}
          </Button>
        </div>
      </div>
    </Form>
  );
}
