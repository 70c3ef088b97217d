package dev.crawlsieve.lab.chaos;

/**
 * One of several brokers on this machine, each also a controller.
 *
 * @param node its id in the cluster, from 1
 * @param port where clients connect
 * @param controllerPort where the controllers connect to each other
 * @param voters all controllers: {@code 1@127.0.0.1:PORT,2@…}
 * @param clusterId the cluster's id, the same for all
 */
record ClusterMember(int node, int port, int controllerPort, String voters, String clusterId) {}
