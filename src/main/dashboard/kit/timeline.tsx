import { Icon, type IconName } from "./icon.tsx";
import type { Tone } from "./statuses.ts";

/** Things that happened, the first at the top; its children are steps. */
export function StepList({ label, children }: { label?: string; children: React.ReactNode }) {
  return <ol role="list" aria-label={label}>{children}</ol>;
}

/** The symbol of what happened, on its colour. */
export const Dot = ({ tone, icon }: { tone: Tone; icon: IconName }) => (
  <span className={`timeline-dot badge-${tone}`}>
    <Icon name={icon} size={14} />
  </span>
);

interface Props {
  tone: Tone;
  icon: IconName;
  title: React.ReactNode;
  /** The moment it happened, at the end of the first line. */
  time?: React.ReactNode;
  children?: React.ReactNode;
}

/** One thing that happened, with a dot on the line that joins it to the next. */
export function TimelineStep({ tone, icon, title, time, children }: Props) {
  return (
    <li className="timeline-step">
      <Dot tone={tone} icon={icon} />
      <div className="grow">
        <div className="timeline-head">
          <span className="timeline-title">{typeof title === "string" ? <strong>{title}</strong> : title}</span>
          {time && <span className="small soft">{time}</span>}
        </div>
        {children}
      </div>
    </li>
  );
}

/** The answer of another server in full, as it came. */
export const Reply = ({ children }: { children: string }) => <code className="timeline-reply">{children}</code>;
