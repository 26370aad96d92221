package io.godwit.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** The load generator as the benchmarks see it. */
final class Generator implements AutoCloseable {

    private final ObjectMapper json = new ObjectMapper();
    private final Child process;

    Generator() throws IOException {
        this.process = Child.start(LoadGenerator.class);
    }

    Measured run(Run run) throws IOException {
        return json.readValue(process.ask(json.writeValueAsString(run)), Measured.class);
    }

    @Override
    public void close() {
        process.close();
    }
}
