package io.godwit.templates.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parsed tag that opens a block or begins another part of it. */
sealed interface TagHead {

    /** A part of a block: the tag it begins with, and the nodes after that. */
    record Part(TagHead head, List<TemplateNode> body) {}

    /** A tag that opens a block. */
    sealed interface Opening extends TagHead {

        /** Makes the node of the block from its parts; the first one begins with this head. */
        TemplateNode block(List<Part> parts);

        /** Tells how often its inside is printed, as far as the template alone says. */
        default long fixedLength() {
            return 1;
        }
    }

    /** {@code if}, {@code elsif}, and {@code unless} with its condition negated. */
    record If(Condition condition) implements Opening {

        @Override
        public TemplateNode block(List<Part> parts) {
            var branches = new ArrayList<TemplateNode.Branch>();
            parts.forEach(part -> {
                if (part.head() instanceof If branch) {
                    branches.add(new TemplateNode.Branch(branch.condition(), part.body()));
                }
            });
            return new TemplateNode.Choice(branches, otherwise(parts));
        }
    }

    /** {@code else}. */
    record Else() implements TagHead {}

    /** {@code when}. */
    record When(List<Expression> values) implements TagHead {

        public When {
            values = List.copyOf(values);
        }
    }

    /** {@code case}; text before the first {@code when} is dropped. */
    record Case(Expression subject) implements Opening {

        @Override
        public TemplateNode block(List<Part> parts) {
            var whens = new ArrayList<TemplateNode.When>();
            parts.forEach(part -> {
                if (part.head() instanceof When when) {
                    whens.add(new TemplateNode.When(when.values(), part.body()));
                }
            });
            return new TemplateNode.Case(subject, whens, otherwise(parts));
        }
    }

    /** {@code {{#each path}}}. */
    record Each(ValuePath path) implements Opening {

        @Override
        public TemplateNode block(List<Part> parts) {
            return new TemplateNode.Each(path, parts.get(0).body());
        }
    }

    /** {@code for}. */
    record For(LoopSource loop) implements Opening {

        @Override
        public TemplateNode block(List<Part> parts) {
            return new LoopNode.For(loop, parts.get(0).body(), otherwise(parts));
        }

        @Override
        public long fixedLength() {
            return loop.fixedLength();
        }
    }

    /** {@code tablerow}. */
    record TableRow(LoopSource loop, Optional<Expression> columns) implements Opening {

        @Override
        public TemplateNode block(List<Part> parts) {
            return new LoopNode.TableRow(loop, columns, parts.get(0).body());
        }

        @Override
        public long fixedLength() {
            return loop.fixedLength();
        }
    }

    /** {@code capture}. */
    record Capture(String name) implements Opening {

        @Override
        public TemplateNode block(List<Part> parts) {
            return new Statement.Capture(name, parts.get(0).body());
        }
    }

    private static List<TemplateNode> otherwise(List<Part> parts) {
        var last = parts.get(parts.size() - 1);
        return last.head() instanceof Else ? last.body() : List.of();
    }
}
