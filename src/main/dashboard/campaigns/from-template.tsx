import { useRef, useState } from "react";
import { api } from "../base/api.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm, Dialog } from "../kit/dialog.tsx";
import { Loaded } from "../kit/states.tsx";
import { showFailure } from "../kit/toast.tsx";
import { FIRST_BODY } from "../writing/body.tsx";
import { useTemplates } from "../writing/template-search.tsx";
import type { TemplateSummary } from "../generated/api.ts";

type Template = TemplateSummary;

type Content = Record<"subject" | "body", string>;

interface Props {
  content: Content;
  onChoose: (content: Content) => void;
}

/** Takes subject and content of a template over; asks before it replaces what somebody has written. */
export function FromTemplate({ content, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const [replacement, setReplacement] = useState<Content>();
  const applied = useRef<Content>({ subject: "", body: FIRST_BODY });
  const isEdited = content.subject !== applied.current.subject || content.body !== applied.current.body;
  const apply = (content: Content) => {
    applied.current = content;
    onChoose(content);
    setReplacement(undefined);
  };
  const choose = async ({ id }: Template) => {
    try {
      const template = await api.get("/templates/{id}", { path: { id } });
      const content = { subject: template.subject, body: template.body ?? "" };
      setOpen(false);
      if (isEdited) setReplacement(content);
      else apply(content);
    } catch (error) {
      showFailure(error as Error);
    }
  };
  return (
    <>
      <Button icon="template" onPress={() => setOpen(true)}>{t("campaigns.fromTemplate")}</Button>
      <Dialog title={t("campaigns.fromTemplate")} isOpen={open} onClose={() => setOpen(false)}>
        {open && <Choices onChoose={(template) => void choose(template)} />}
      </Dialog>
      <Confirm
        title={t("campaigns.replaceTitle")}
        action={t("campaigns.replace")}
        isDanger
        isOpen={replacement !== undefined}
        onClose={() => setReplacement(undefined)}
        onConfirm={() => replacement && apply(replacement)}
      >
        <p>{t("campaigns.replaceText")}</p>
      </Confirm>
    </>
  );
}

function Choices({ onChoose }: { onChoose: (template: Template) => void }) {
  const { list, templates, field, isSearched } = useTemplates();
  return (
    <>
      {field}
      <Loaded query={list}>
        {() => (
          <>
            {templates.length === 0 && (
              <p className="soft">{t(isSearched ? "campaigns.noTemplateFound" : "campaigns.noTemplates")}</p>
            )}
            <ul role="list" className="stack-small">
              {templates.map((template) => (
                <li key={template.id}>
                  <button type="button" className="campaigns-choice" onClick={() => onChoose(template)}>
                    <strong>{template.name}</strong>
                    <span className="soft truncated">{template.subject}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}
