package io.godwit.ingest;

import io.godwit.bus.Command;
import io.godwit.web.Answer;

/** What ingestion says on the bus. */
final class IngestMessages {

    /** Write this call. Only a batcher of the same node is asked; {@code at(i)} is the one of verticle {@code i}. */
    static final Command<Entry, Answer> INGEST = new Command<>("ingest.append", Entry.class, Answer.class, true);

    private IngestMessages() {}
}
