import { useState } from "react";
import { CopyButton } from "./copy.tsx";

interface Sample {
  id: string;
  label: string;
  code: string;
}

/** Code to copy, in one language or several. */
export function Snippet({ samples, label }: { samples: Sample[]; label: string }) {
  const [chosen, setChosen] = useState(samples[0]!.id);
  const sample = samples.find((each) => each.id === chosen) ?? samples[0]!;
  return (
    <figure className={`snippet${samples.length > 1 ? "" : " snippet-one"}`} aria-label={label}>
      <div className="snippet-head">
        {samples.length > 1 &&
          samples.map((each) => (
            <button
              key={each.id}
              type="button"
              className="snippet-tab"
              aria-pressed={each.id === sample.id}
              onClick={() => setChosen(each.id)}
            >
              {each.label}
            </button>
          ))}
        <span className="grow" />
        <CopyButton text={sample.code} />
      </div>
      <pre className="snippet-code" tabIndex={0}><code>{sample.code}</code></pre>
    </figure>
  );
}
