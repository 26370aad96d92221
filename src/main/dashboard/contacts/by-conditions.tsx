import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Builder } from "../conditions/builder.tsx";
import { EMPTY, filterOf, type Group, isComplete } from "../conditions/filter.ts";
import { useKnown } from "../conditions/known.ts";
import { sentenceOfFilter } from "../conditions/sentence.ts";
import { Button } from "../kit/form/button.tsx";
import { ButtonLink } from "../kit/form/button-link.tsx";
import { Dialog } from "../kit/dialog.tsx";

/** Chooses the conditions that a list is narrowed down by; they are kept in the address of the page, and may become a segment. */
export default function ByConditions() {
  const [query, setQuery] = useQueryState();
  const condition = filterOf(query.condition);
  const known = useKnown(condition !== undefined && JSON.stringify(condition).includes('"segment.'));
  const [draft, setDraft] = useState<Group>();
  const [start, setStart] = useState<Group>();
  const close = () => setDraft(undefined);
  const sentence = condition && sentenceOfFilter(condition, known.segments);
  return (
    <>
      <AriaButton
        className={`chip${condition ? " chip-on" : ""}`}
        onPress={() => {
          setStart(condition ?? EMPTY);
          setDraft(condition ?? EMPTY);
        }}
      >
        {t("contacts.conditions")}
      </AriaButton>
      {condition && (
        <div className="contacts-conditions row-wrap">
          <span className="grow">{sentence}</span>
          <ButtonLink variant="quiet" icon="segment" to="segments/new" query={{ filters: JSON.stringify(condition) }}>
            {t("contacts.saveAsSegment")}
          </ButtonLink>
          <Button variant="quiet" icon="close" onPress={() => setQuery({ condition: undefined })}>
            {t("contacts.noConditions")}
          </Button>
        </div>
      )}
      {draft && (
        <Dialog title={t("contacts.conditions")} isOpen size="wide" onClose={close} isPersistent={draft !== start}>
          <Builder value={draft} onChange={setDraft} />
          <div className="dialog-actions">
            <Button onPress={close}>{t("kit.cancel")}</Button>
            <Button
              variant="main"
              isDisabled={!isComplete(draft)}
              onPress={() => {
                setQuery({ condition: JSON.stringify(draft) });
                close();
              }}
            >
              {t("contacts.applyConditions")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
