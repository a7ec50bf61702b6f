import { startUpstreams, type Upstreams } from '../upstreams/index.ts';
import { HOST_NAME, type HostDoor, openHostDoor } from './host-door.ts';

/** The simulated providers, where containers reach them. */
export interface UpstreamsForContainers {
  readonly upstreams: Upstreams;
  /** The settings that send a service in a container here, and to no other provider. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export const startUpstreamsForContainers = async (
  names: readonly string[],
): Promise<UpstreamsForContainers> => {
  const upstreams = await startUpstreams();
  const doors: HostDoor[] = [];
  const env: Record<string, string> = { MARKET_PROVIDERS: names.join(',') };
  for (const [setting, origin] of Object.entries(upstreams.env)) {
    const door = await openHostDoor(Number(new URL(origin).port));
    doors.push(door);
    env[setting] = `http://${HOST_NAME}:${door.port}`;
  }
  return {
    upstreams,
    env,
    close: async () => {
      await Promise.all(doors.map((door) => door.close()));
      await upstreams.close();
    },
  };
};
