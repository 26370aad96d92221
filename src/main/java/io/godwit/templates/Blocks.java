package io.godwit.templates;

import io.godwit.templates.Tag.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Pairs the openings and ends of blocks; what has no partner becomes broken, so that it prints as it stands. */
final class Blocks {

    /** Deeper blocks stay literal: the compiler and the printer walk them by recursion. */
    static final int MAX_DEPTH = 32;

    private final List<Tag> tags;
    /** Positions in {@link #tags} of the openings that wait for their ends. */
    private final Deque<Integer> open = new ArrayDeque<>();
    /** The {@code else} of each open block, -1 while there is none. */
    private final Deque<Integer> elses = new ArrayDeque<>();

    private Blocks(List<Tag> tags) {
        this.tags = new ArrayList<>(tags);
    }

    static List<Tag> paired(List<Tag> tags) {
        var blocks = new Blocks(tags);
        for (var at = 0; at < tags.size(); at++) {
            blocks.take(at);
        }
        while (!blocks.open.isEmpty()) {
            blocks.abandon();
        }
        return blocks.tags;
    }

    private void take(int at) {
        switch (tags.get(at).kind()) {
            case IF, EACH -> begin(at);
            case ELSE -> turn(at);
            case END_IF -> end(at, Kind.IF);
            case END_EACH -> end(at, Kind.EACH);
            case VALUE, BROKEN -> {}
        }
    }

    private void begin(int at) {
        if (open.size() == MAX_DEPTH) {
            breakTag(at, "Blocks may be nested " + MAX_DEPTH + " deep");
        } else {
            open.push(at);
            elses.push(-1);
        }
    }

    private void turn(int at) {
        if (open.isEmpty() || tags.get(open.element()).kind() != Kind.IF || elses.element() >= 0) {
            breakTag(at, "This else belongs to no #if");
        } else {
            elses.pop();
            elses.push(at);
        }
    }

    private void end(int at, Kind opening) {
        if (open.stream().noneMatch(position -> tags.get(position).kind() == opening)) {
            breakTag(at, "This end has no beginning");
            return;
        }
        while (tags.get(open.element()).kind() != opening) {
            abandon();
        }
        open.pop();
        elses.pop();
    }

    private void abandon() {
        breakTag(open.pop(), "This block is never closed");
        var otherwise = elses.pop();
        if (otherwise >= 0) {
            breakTag(otherwise, "This else belongs to no #if");
        }
    }

    private void breakTag(int at, String problem) {
        tags.set(at, tags.get(at).broken(problem));
    }
}
