import { graphlib, layout } from "@dagrejs/dagre";
import {
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
} from "@xyflow/react";
import { ReactFlowProvider } from "@xyflow/react";
import { useEffect, useMemo, useRef } from "react";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import type { Step, Whole } from "./api.ts";
import { StepBox } from "./step.tsx";
import { transitionNameWithCount } from "./words.ts";

const WIDTH = 256;
const HEIGHT = 112;
const MAX_HEIGHT = 1500;

type Box = Node<{ step: Step; workflow: Whole }, "step">;
type OnStep = (step: Step) => void;
const types = { step: BoxNode };

interface Props {
  workflow: Whole;
  onStep?: OnStep | undefined;
  /** The ids of the steps that an execution visited, in their order; they are marked with the transitions between them. */
  path?: string[] | undefined;
  /** The id of the step that the keyboard is at; it is marked and scrolled to. */
  focused?: string | undefined;
}

/** The steps and transitions as a diagram, laid out from top to bottom. It is hidden from screen readers, which have the list. */
export default function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Diagram {...props} />
    </ReactFlowProvider>
  );
}

function Diagram({ workflow, onStep, path, focused }: Props) {
  const { nodes, edges, height } = useMemo(() => diagramOf(workflow, path ?? []), [workflow, path]);
  const shown = nodes.map((node) => node.id === focused ? { ...node, className: "workflows-focused" } : node);
  const flow = useReactFlow();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = focused && container.current?.querySelector(`[data-id="${focused}"]`)?.getBoundingClientRect();
    if (box && (box.top < 60 || box.bottom > innerHeight - 20)) scrollBy(0, box.top - innerHeight / 3);
  }, [focused]);
  return (
    <div
      ref={container}
      className="workflows-picture"
      style={{ blockSize: Math.min(Math.max(height + 64, 320), MAX_HEIGHT) }}
    >
      <div className={`workflows-canvas${onStep ? " workflows-clickable" : ""}`} aria-hidden="true">
        <ReactFlow
          nodes={shown}
          edges={edges}
          nodeTypes={types}
          fitView
          fitViewOptions={{ maxZoom: 1, padding: 0.02 }}
          minZoom={0.2}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          onNodeClick={(_, node) => onStep?.(node.data.step)}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          disableKeyboardA11y
          proOptions={{ hideAttribution: true }}
        />
      </div>
      <div className="workflows-zoom">
        <Button icon="plus" aria-label={t("workflows.zoomIn")} onPress={() => void flow.zoomIn()} />
        <Button icon="minus" aria-label={t("workflows.zoomOut")} onPress={() => void flow.zoomOut()} />
        <Button
          onPress={() => void flow.fitView({ maxZoom: 1, padding: 0.02 })}
        >
          {t("workflows.zoomAll")}
        </Button>
      </div>
    </div>
  );
}

function BoxNode({ data: { step, workflow } }: NodeProps<Box>) {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <StepBox step={step} workflow={workflow} problems={workflow.problems.filter((each) => each.stepId === step.id)} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
}

/** The positions of the steps, and the transitions between them. */
function diagramOf(workflow: Whole, path: string[]) {
  const isOnPath = (from: string, to: string) => path.some((id, at) => id === from && path[at + 1] === to);
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 56 });
  graph.setDefaultEdgeLabel(() => ({}));
  workflow.steps.forEach(({ id }) => graph.setNode(id, { width: WIDTH, height: HEIGHT }));
  workflow.transitions.forEach((each) => graph.setEdge(each.fromStepId, each.toStepId, {}, each.id));
  layout(graph);
  const nodes: Box[] = workflow.steps.map((step) => {
    const { x, y } = graph.node(step.id);
    return {
      id: step.id,
      type: "step",
      className: path.includes(step.id) ? "workflows-taken" : "",
      position: { x: x! - WIDTH / 2, y: y! - HEIGHT / 2 },
      width: WIDTH,
      height: HEIGHT,
      data: { step, workflow },
    };
  });
  const edges: Edge[] = workflow.transitions.map((each) => ({
    id: each.id,
    source: each.fromStepId,
    target: each.toStepId,
    type: "smoothstep",
    className: isOnPath(each.fromStepId, each.toStepId) ? "workflows-taken" : "",
    markerEnd: { type: MarkerType.ArrowClosed },
    label: transitionNameWithCount(each, workflow.steps.find((step) => step.id === each.fromStepId)),
  }));
  return { nodes, edges, height: graph.graph().height ?? 0 };
}
