package io.godwit.templates.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Pairs the opening and end tags of blocks; a tag without a partner is marked as broken and printed as text. */
final class BlockParser {

    /** Deeper blocks stay literal, because the compiler and the printer recurse into blocks. */
    static final int MAX_DEPTH = 32;

    private final List<Tag> tags;
    private final Deque<Block> open = new ArrayDeque<>();

    /** An open block; the positions of its tags in the list. */
    private final class Block {

        private final int opening;
        private final List<Integer> parts = new ArrayList<>();

        private Block(int opening) {
            this.opening = opening;
        }

        private String word() {
            return tags.get(opening).word();
        }

        /** An else is the last part of its block. */
        private boolean takes(String part) {
            if (!parts.isEmpty() && tags.get(parts.get(parts.size() - 1)).head() instanceof TagHead.Else) {
                return false;
            }
            return switch (part) {
                case ":else" -> word().equals("#if");
                case "elsif" -> word().equals("if") || word().equals("unless");
                case "when" -> word().equals("case");
                default -> List.of("if", "unless", "case", "for").contains(word());
            };
        }
    }

    private BlockParser(List<Tag> tags) {
        this.tags = new ArrayList<>(tags);
    }

    static List<Tag> paired(List<Tag> tags) {
        var blocks = new BlockParser(tags);
        for (var at = 0; at < tags.size(); at++) {
            blocks.accept(at);
        }
        while (!blocks.open.isEmpty()) {
            blocks.abandon();
        }
        return blocks.tags;
    }

    private void accept(int at) {
        switch (tags.get(at).kind()) {
            case OPENING -> begin(at);
            case DIVIDING -> divide(at);
            case CLOSING -> end(at, tags.get(at).word());
            case SINGLE, BROKEN -> {}
        }
    }

    private void begin(int at) {
        if (open.size() == MAX_DEPTH) {
            breakTag(at, "Blocks may be nested " + MAX_DEPTH + " deep");
        } else {
            open.push(new Block(at));
        }
    }

    private void divide(int at) {
        if (!open.isEmpty() && open.element().takes(tags.get(at).word())) {
            open.element().parts.add(at);
        } else {
            breakTag(at, "This " + tags.get(at).word().replace(":", "") + " belongs to no block");
        }
    }

    private void end(int at, String opening) {
        if (open.stream().noneMatch(block -> block.word().equals(opening))) {
            breakTag(at, "This end has no beginning");
            return;
        }
        while (!open.element().word().equals(opening)) {
            abandon();
        }
        open.pop();
    }

    private void abandon() {
        var block = open.pop();
        breakTag(block.opening, "This block is never closed");
        block.parts.forEach(part -> breakTag(part, "The block of this part is never closed"));
    }

    private void breakTag(int at, String problem) {
        tags.set(at, tags.get(at).broken(problem));
    }
}
