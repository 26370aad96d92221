import { basicSetup, EditorView } from "codemirror";
import { useEffect, useId, useRef } from "react";

interface Props {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** The language that is written, and whatever else the editor shall know. */
  extensions?: Extensions;
  /** A place in the text to go to; another object goes there again. */
  position?: { offset: number } | undefined;
}

type Extensions = NonNullable<NonNullable<ConstructorParameters<typeof EditorView>[0]>["extensions"]>;

/** The nonce with which the page's policy lets the editor's own style in. */
const nonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ||
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content || "";

const editorTheme = EditorView.theme({
  "&": { backgroundColor: "var(--raised)", color: "var(--ink)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)", minHeight: "320px" },
  ".cm-gutters": { backgroundColor: "var(--tint)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-tint)",
  },
  ".cm-line span": { color: "inherit" },
});

/** A text to be written as code. Escape and then Tab leave it. */
export default function Editor({ label, hint, value, onChange, error, extensions = [], position: target }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const id = useId();
  useEffect(() => {
    const editor = new EditorView({
      doc: value,
      parent: container.current!,
      extensions: [
        basicSetup,
        extensions,
        editorTheme,
        EditorView.lineWrapping,
        EditorView.cspNonce.of(nonce()),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": id }),
        EditorView.updateListener.of((update) => update.docChanged && changed.current(update.state.doc.toString())),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    const before = editor?.state.doc.toString();
    if (editor && before !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || !target) return;
    const anchor = Math.min(target.offset, editor.state.doc.length);
    editor.dispatch({ selection: { anchor }, scrollIntoView: true });
    editor.focus();
  }, [target]);
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div ref={container} className={`writing-code${error ? " writing-code-bad" : ""}`} />
      <span id={id}>
        {error && <span className="field-error">{error}</span>}
        <span className="hint">{hint}</span>
      </span>
    </div>
  );
}
