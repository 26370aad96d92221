import { useState } from "react";
import { go, href } from "../base/address.ts";
import { client, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { showToast } from "../kit/toast.tsx";
import type { FullProject } from "./api.ts";

/** Resets or deletes the project, which cannot be undone, after its name was typed. */
export function Danger({ project }: { project: FullProject }) {
  const [dialog, setDialog] = useState<"reset" | "delete">();
  return (
    <section className="sheet settings-danger" aria-labelledby="danger">
      <h2 id="danger">{t("settings.danger")}</h2>
      <Line title={t("settings.reset")} text={t("settings.resetText")} onPress={() => setDialog("reset")} />
      <Line title={t("settings.delete")} text={t("settings.deleteText")} onPress={() => setDialog("delete")} />
      {dialog === "reset" && <Reset project={project} onClose={() => setDialog(undefined)} />}
      {dialog === "delete" && <Delete project={project} onClose={() => setDialog(undefined)} />}
    </section>
  );
}

function Line({ title, text, onPress }: { title: string; text: string; onPress: () => void }) {
  return (
    <div className="settings-line">
      <div className="grow">
        <b>{title}</b>
        <p className="hint">{text}</p>
      </div>
      <Button variant="danger" onPress={onPress}>{title}</Button>
    </div>
  );
}

interface Props {
  project: FullProject;
  onClose: () => void;
}

function Reset({ project, onClose }: Props) {
  const change = useChange("post", "/users/@me/projects/{id}/reset", {
    onDone: () => {
      onClose();
      showToast(t("settings.resetDone"));
    },
  });
  return (
    <ConfirmByName
      project={project}
      title={t("settings.resetTitle", { name: project.name })}
      text={t("settings.resetText")}
      action={t("settings.reset")}
      change={change}
      onClose={onClose}
      onConfirm={() => change.mutate({ path: { id: project.id } })}
    />
  );
}

function Delete({ project, onClose }: Props) {
  const change = useChange("delete", "/users/@me/projects/{id}", {
    refreshes: ["/nothing"],
    onDone: async () => {
      await client.invalidateQueries({ queryKey: ["session"] });
      go(href(""), { replace: true });
      showToast(t("settings.deleteDone", { name: project.name }));
    },
  });
  return (
    <ConfirmByName
      project={project}
      title={t("settings.deleteTitle", { name: project.name })}
      text={t("settings.deleteText")}
      action={t("settings.delete")}
      change={change}
      onClose={onClose}
      onConfirm={() => change.mutate({ path: { id: project.id } })}
    />
  );
}

interface ConfirmProps extends Props {
  title: string;
  text: string;
  action: string;
  change: { isPending: boolean; error: Error | null };
  onConfirm: () => void;
}

function ConfirmByName({ project, title, text, action, change, onClose, onConfirm }: ConfirmProps) {
  const [typed, setTyped] = useState("");
  return (
    <Confirm
      title={title}
      isOpen
      onClose={onClose}
      action={action}
      isDanger
      isPending={change.isPending}
      isDisabled={typed.trim() !== project.name}
      error={change.error}
      onConfirm={onConfirm}
    >
      <p>{text}</p>
      <Field
        name="confirmation"
        label={t("settings.typeName", { name: project.name })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoFocus
      />
    </Confirm>
  );
}
