package io.godwit.templates;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A tag that opens a block or begins another part of it, read. */
sealed interface Head {

    /** A part of a block: the tag it begins with, and what stands behind that. */
    record Part(Head head, List<Segment> body) {}

    /** A tag that opens a block. */
    sealed interface Opening extends Head {

        /** Makes the block of its parts; the first one begins with this head. */
        Segment block(List<Part> parts);

        /** Tells how often its inside is printed, as far as the template alone says. */
        default long fixedLength() {
            return 1;
        }
    }

    /** {@code if}, {@code elsif}, and {@code unless} with its condition turned round. */
    record If(Condition condition) implements Opening {

        @Override
        public Segment block(List<Part> parts) {
            var branches = new ArrayList<Segment.Branch>();
            parts.forEach(part -> {
                if (part.head() instanceof If branch) {
                    branches.add(new Segment.Branch(branch.condition(), part.body()));
                }
            });
            return new Segment.Choice(branches, otherwise(parts));
        }
    }

    /** {@code else}. */
    record Else() implements Head {}

    /** {@code when}. */
    record When(List<Expression> values) implements Head {

        public When {
            values = List.copyOf(values);
        }
    }

    /** {@code case}; what stands before the first {@code when} is dropped. */
    record Case(Expression subject) implements Opening {

        @Override
        public Segment block(List<Part> parts) {
            var whens = new ArrayList<Segment.When>();
            parts.forEach(part -> {
                if (part.head() instanceof When when) {
                    whens.add(new Segment.When(when.values(), part.body()));
                }
            });
            return new Segment.Case(subject, whens, otherwise(parts));
        }
    }

    /** {@code {{#each path}}}. */
    record Each(Path path) implements Opening {

        @Override
        public Segment block(List<Part> parts) {
            return new Segment.Each(path, parts.get(0).body());
        }
    }

    /** {@code for}. */
    record For(Loop loop) implements Opening {

        @Override
        public Segment block(List<Part> parts) {
            return new LoopSegment.For(loop, parts.get(0).body(), otherwise(parts));
        }

        @Override
        public long fixedLength() {
            return loop.fixedLength();
        }
    }

    /** {@code tablerow}. */
    record TableRow(Loop loop, Optional<Expression> columns) implements Opening {

        @Override
        public Segment block(List<Part> parts) {
            return new LoopSegment.TableRow(loop, columns, parts.get(0).body());
        }

        @Override
        public long fixedLength() {
            return loop.fixedLength();
        }
    }

    /** {@code capture}. */
    record Capture(String name) implements Opening {

        @Override
        public Segment block(List<Part> parts) {
            return new Statement.Capture(name, parts.get(0).body());
        }
    }

    private static List<Segment> otherwise(List<Part> parts) {
        var last = parts.get(parts.size() - 1);
        return last.head() instanceof Else ? last.body() : List.of();
    }
}
