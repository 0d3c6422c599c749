/** The build without Redis, which the throttling plugin loads too. The package describes only the whole one. */
declare module 'bottleneck/light.js' {
  export { default } from 'bottleneck';
}
