package dev.crawlsieve.tool.sieve;

import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes what comes out of a local run. */
interface SieveOutput {

  /** Takes nothing. */
  SieveOutput NONE =
      new SieveOutput() {
        @Override
        public void unique(byte[] value) {}

        @Override
        public void duplicate(byte[] value) {}

        @Override
        public void unjudged(byte[] value) {}

        @Override
        public void verdict(int lane, long laneOffset, int partition, byte[] value) {}

        @Override
        public void deadLetter(ConsumerRecord<byte[], byte[]> letter) {}
      };

  /** A kept page. */
  void unique(byte[] value) throws IOException;

  /** A dropped page. */
  void duplicate(byte[] value) throws IOException;

  /** A page that is not judged. */
  void unjudged(byte[] value) throws IOException;

  /** A verdict; those of one lane and one partition come in the lane's order. */
  void verdict(int lane, long laneOffset, int partition, byte[] value) throws IOException;

  /** A record that is no page. */
  void deadLetter(ConsumerRecord<byte[], byte[]> letter) throws IOException;
}
